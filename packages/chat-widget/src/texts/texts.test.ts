import { describe, expect, it } from 'vitest';
import { TEXTS } from './texts.ts';

type Tree = { [name: string]: unknown };
const pathsOf = (tree: Tree, start = ''): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? pathsOf(value as Tree, `${start}${name}.`)
      : [`${start}${name}`],
  );

describe('the languages', () => {
  it('have the same sentences', () => {
    expect(pathsOf(TEXTS.id)).toEqual(pathsOf(TEXTS.en));
  });
});
