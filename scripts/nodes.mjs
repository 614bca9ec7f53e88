// "npm run test:nodes": the build and the unit tests with newer supported versions of Node.js.
import './lib/node-version.mjs';

const { reportNodes, testNodes } = await import('./lib/nodes.mjs');
reportNodes(await testNodes());
