import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../../features/**/*.tsx', '../**/*.tsx', '../../app/**/*.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const byPath = new Map(
  Object.entries(sources).map(([file, text]) => [pathOf(file, '/shared/loading'), text]),
);

/** The path below `src` that a file names, relative to a folder there. */
function pathOf(name: string, folder: string): string {
  if (name.startsWith('#')) return `/${name.slice(1)}`;
  return new URL(name, `file://${folder}/`).pathname;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The parts of a file that are loaded when they are needed and open over the page, without keeping its keys meanwhile. */
function overlaysWithoutKeys([path, text]: [path: string, text: string]): string[] {
  const parts = [...text.matchAll(/(\w+)(?: =|:) lazyPart\([^;]*?import\(\s*'([^']+)'/g)];
  return parts.flatMap(([, name = '', file = '']) => {
    const isOverlay = /<(?:Dialog|Drawer|FormDrawer)\b/.test(byPath.get(pathOf(file, folderOf(path))) ?? '');
    const isHeld = new RegExp(`<OverlayBoundary[^]*?<${name}\\b`).test(text) || text.includes('captureKeys(');
    return isOverlay && !isHeld ? [`${path}: ${name}`] : [];
  });
}

it('keeps keys from the page while the code of a dialog or drawer is loaded', { tags: 'full' }, () => {
  expect(byPath.size).toBeGreaterThan(300);
  expect([...byPath].flatMap(overlaysWithoutKeys)).toEqual([]);
});
