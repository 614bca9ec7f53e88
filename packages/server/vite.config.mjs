import { bundleForNode } from '../../scripts/lib/bundle-for-node.mjs';

export default bundleForNode({
  main: 'src/main.ts',
  'mail-thread': 'src/modules/channels/email/parsing/mail-thread.ts',
});
