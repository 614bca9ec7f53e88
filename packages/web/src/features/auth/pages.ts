export { ExpiredPage } from './expired-page.tsx';
export { ForgotPage } from './forgot-page.tsx';
export { LoginPage } from './login-page.tsx';
export { ResetPage } from './reset-page.tsx';
