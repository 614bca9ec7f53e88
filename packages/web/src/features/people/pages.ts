export { LevelsPage } from './levels/levels-page.tsx';
export { UsersPage } from './users/users-page.tsx';
