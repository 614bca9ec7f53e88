import fs from 'node:fs';

/** Whoever the demo workspace knows signs in with it. */
export const PASSWORD = 'bench-password-1';

export const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A microphone and a camera that nobody has to allow. */
export const CALL_FLAGS = [
  ...FLAGS,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** Where Chromium is. */
export const findBrowser = () =>
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((place) => fs.existsSync(place));

/** Gives a page the session of somebody. */
export async function signIn(page, url, username) {
  await page.request.post(`${url}/api/auth/login`, { data: { username, password: PASSWORD } });
}
