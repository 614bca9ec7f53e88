// Checks that what parts of the server show each other has a written type. "node scripts/types.mjs [folder]"
import { root } from './lib/root.mjs';
import { checkTypes } from './lib/checks/written-types.mjs';

const { files, complaints } = checkTypes(process.argv[2] ?? root);
console.log([...complaints, `${files} files looked at, ${complaints.length} types not written`].join('\n'));
process.exitCode = complaints.length > 0 ? 1 : 0;
