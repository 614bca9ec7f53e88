import fs from 'node:fs';

/** The password of all users of the demo workspace. */
export const PASSWORD = 'bench-password-1';

export const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A fake microphone and camera, allowed without a question. */
export const CALL_FLAGS = [
  ...FLAGS,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** The path of Chromium. */
export const findBrowser = () =>
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((place) => fs.existsSync(place));

/** Signs a page in as this user. */
export async function signIn(page, url, username) {
  await page.request.post(`${url}/api/auth/login`, { data: { username, password: PASSWORD } });
}
