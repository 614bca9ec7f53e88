import { bundleForNode } from '../../scripts/lib/bundle-for-node.mjs';

export default bundleForNode({ main: 'src/main.ts', 'finish-main': 'src/recording/finish-main.ts' });
