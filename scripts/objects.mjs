// Checks that objects are written without spread literals. "node scripts/objects.mjs [folder]"
import { root } from './lib/root.mjs';
import { checkObjects } from './lib/checks/written-out.mjs';

const { files, complaints } = checkObjects(process.argv[2] ?? root);
console.log(
  [...complaints, `${files} files looked at, ${complaints.length} objects not written out`].join('\n'),
);
process.exitCode = complaints.length > 0 ? 1 : 0;
