export { LevelsPage } from './levels/levels-page.tsx';
