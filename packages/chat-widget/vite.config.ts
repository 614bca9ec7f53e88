import { fileURLToPath } from 'node:url';
import { preact } from '@preact/preset-vite';
import { build, defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// Visitors come with what they have.
const target = ['chrome97', 'firefox104', 'safari15.4'];

/**
 * The loader is one plain script for any page, so it cannot share a build with the frame, whose scripts are modules.
 * It keeps its name: customers have it in their pages.
 */
function loader(): Plugin {
  return {
    name: 'loader',
    apply: 'build',
    buildStart() {
      this.addWatchFile(here('src/loader.ts'));
    },
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          target,
          outDir: here('dist'),
          emptyOutDir: false,
          lib: {
            entry: here('src/loader.ts'),
            formats: ['iife'],
            name: 'trunkline',
            fileName: () => 'loader.js',
          },
        },
      });
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: '/widget/',
  plugins: [preact(), loader()],
  resolve: { conditions: ['@trunkline/source', 'module', 'browser', 'development|production'] },
  build: {
    target,
    outDir: here('dist'),
    // The folder holds the stamp of the last build as well, but nothing that a build would not make again.
    emptyOutDir: true,
    // What is loaded later is one file: nothing to preload, and no helper for it.
    modulePreload: false,
    rolldownOptions: { input: here('frame.html') },
  },
});
