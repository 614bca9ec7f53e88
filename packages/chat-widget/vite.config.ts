import { fileURLToPath } from 'node:url';
import { preact } from '@preact/preset-vite';
import { build, defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const conditions = ['@trunkline/source', 'module', 'browser', 'development|production'];
// Visitors may have older browsers than agents.
const target = ['chrome97', 'firefox104', 'safari15.4'];

/**
 * The scripts on customers' pages are plain scripts, so they need a build apart from the frames, whose scripts are
 * modules. Their file names must stay, because customers have them in their pages.
 */
const SCRIPTS = { 'loader.js': 'src/loader.ts', 'form.js': 'src/form-loader.ts' };

/** Builds everything besides the chat's frame. The form's frame is a build of its own, so that it loads no code of the chat. */
function others(): Plugin {
  const common = { configFile: false, publicDir: false, logLevel: 'warn' } as const;
  const out = { target, outDir: here('dist'), emptyOutDir: false };
  return {
    name: 'others',
    apply: 'build',
    buildStart() {
      for (const file of [
        ...Object.values(SCRIPTS),
        'form.html',
        'src/form/main.tsx',
        'src/form/form-app.tsx',
      ])
        this.addWatchFile(here(file));
    },
    async closeBundle() {
      for (const [name, file] of Object.entries(SCRIPTS)) {
        const lib = {
          entry: here(file),
          formats: ['iife' as const],
          name: 'trunkline',
          fileName: () => name,
        };
        await build({ ...common, build: { ...out, lib } });
      }
      await build({
        ...common,
        root: here('.'),
        base: '/widget/',
        plugins: [preact()],
        resolve: { conditions },
        build: { ...out, modulePreload: false, rolldownOptions: { input: here('form.html') } },
      });
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: '/widget/',
  plugins: [preact(), others()],
  resolve: { conditions },
  build: {
    target,
    outDir: here('dist'),
    // The folder contains only what a build makes, and the stamp of the last one.
    emptyOutDir: true,
    // Code that is loaded later is a single file, so nothing needs preloading or a helper for it.
    modulePreload: false,
    rolldownOptions: { input: here('frame.html') },
  },
});
