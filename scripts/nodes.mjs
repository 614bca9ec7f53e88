// "npm run test:nodes": the build and the unit tests with the newer versions of Node.js that are to work.
import './lib/node-version.mjs';

const { tellNodes, testNodes } = await import('./lib/nodes.mjs');
tellNodes(await testNodes());
