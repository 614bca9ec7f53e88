import { readSource, sourcesBelow, visit } from './sources.mjs';

/** Every object below `base` with a spread literal, one sentence each: such literals only save lines. */
export function checkObjects(base) {
  const files = sourcesBelow(base, 'packages');
  if (files.length === 0)
    throw new Error(`No sources below ${base}: the check would be green without looking.`);
  const complaints = files.flatMap((file) => {
    const { text, program } = readSource(base, file);
    const found = [];
    visit(program, ({ type, properties = [] }) => {
      if (type !== 'ObjectExpression') return;
      for (const { type: kind, argument, start } of properties) {
        if (kind !== 'SpreadElement' || argument.type !== 'ObjectExpression') continue;
        const line = text.slice(0, start).split('\n').length;
        found.push(`${file}:${line} spreads an object literal: write its properties out`);
      }
    });
    return found;
  });
  return { files: files.length, complaints };
}
