import path from 'node:path';
import { readSource, sourcesBelow, visit } from './sources.mjs';

const FOLDER = 'packages/server/src';
/** Functions that make a part of the server: what others use of it is a written type. */
const MAKER = /^(?:build|create|follow|open)[A-Z]/;

/** Every type below `base` that is only what such a function happens to return, one sentence each. */
export function checkTypes(base) {
  const files = sourcesBelow(base, FOLDER);
  if (files.length === 0)
    throw new Error(`No sources below ${base}: the check would be green without looking.`);
  const sources = new Map(files.map((file) => [file, readSource(base, file)]));
  const complaints = files.flatMap((file) => [
    ...returnTypesIn(file, sources.get(file)),
    ...missingTypes(file, sources),
  ]);
  return { files: files.length, complaints };
}

/** `ReturnType<typeof create…>`, alone or within other types. */
function returnTypesIn(file, { text, program }) {
  const found = [];
  visit(program, ({ type, typeName, typeArguments, start }) => {
    if (type !== 'TSTypeReference' || typeName.name !== 'ReturnType') return;
    const [of] = typeArguments?.params ?? [];
    if (of?.type !== 'TSTypeQuery' || !MAKER.test(of.exprName.name ?? '')) return;
    const line = text.slice(0, start).split('\n').length;
    found.push(`${file}:${line} has the type that ${of.exprName.name} returns: write it, with docs`);
  });
  return found;
}

/** What a module's index exports must say what it returns. */
function missingTypes(file, sources) {
  if (path.posix.basename(file) !== 'index.ts' || !file.includes('/modules/')) return [];
  return sources.get(file).program.body.flatMap(({ type, source, specifiers = [] }) => {
    if (type !== 'ExportNamedDeclaration' || !source) return [];
    const from = path.posix.join(path.posix.dirname(file), source.value);
    return specifiers
      .map(({ local }) => local.name)
      .filter((name) => MAKER.test(name) && !isWritten(sources.get(from), name))
      .map((name) => `${file} exports ${name}, which does not say what it returns: write its type`);
  });
}

const isWritten = (source, name) =>
  (source?.program.body ?? []).some(({ declaration }) => {
    const made =
      declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.find(({ id }) => id.name === name)
        : declaration;
    return (
      made?.id?.name === name && Boolean(made.returnType ?? made.init?.returnType ?? made.id.typeAnnotation)
    );
  });
