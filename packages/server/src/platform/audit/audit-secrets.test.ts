import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import { HIDDEN, withoutSecrets } from './audit-secrets.ts';

const SECRETS = [
  'password',
  'oldPassword',
  'newPassword',
  'new_password',
  'sealed_access_token',
  'app_secret',
  'clientSecret',
  'token',
  'api_key',
  'apiKey',
  'private-key',
  'recovery_codes',
  'Authorization',
  'Set-Cookie',
  'password_hash',
  'pin',
  'otp',
  'totp',
];
const PLAIN = [
  'password_min_length',
  'password_max_age_days',
  'token_url',
  'api_key_id',
  'footprint',
  'key',
  'pinned',
  'name',
];

it.each(SECRETS)('%s is hidden', (name) => {
  expect(withoutSecrets({ [name]: 'sate ayam' })).toEqual({ [name]: HIDDEN });
});

it.each(PLAIN)('%s is shown', (name) => {
  expect(withoutSecrets({ [name]: 12 })).toEqual({ [name]: 12 });
});

it('what is like a password is hidden at any depth, whatever it is made of', () => {
  const step = fc.constantFrom('settings', 'list', 'imap', 'before', 'value', 'x');
  const run = fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(...SECRETS), (path, name) => {
    const secret = 'kucing-hitam-77';
    for (const held of [secret, [secret], { inner: { deep: secret } }, [[{ a: secret }]]]) {
      const whole = path.reduceRight<unknown>(
        (inner, key) => (key === 'list' ? [inner, { [key]: inner }] : { [key]: inner }),
        { [name]: held, also: 'seen' },
      );
      const text = JSON.stringify(withoutSecrets(whole));
      expect(text).not.toContain(secret);
      expect(text).toContain('seen');
    }
  });
  fc.assert(run, { numRuns: 100 });
});

it('pairs of name and value, and addresses, hide it too', () => {
  expect(
    withoutSecrets({
      headers: [
        { name: 'Authorization', value: 'Bearer abc' },
        { name: 'Accept', value: '*/*' },
      ],
      url: 'https://rina:abc@hooks.example/in?token=abc&page=2&sig=abc',
    }),
  ).toEqual({
    headers: [
      { name: 'Authorization', value: HIDDEN },
      { name: 'Accept', value: '*/*' },
    ],
    url: `https://${HIDDEN}@hooks.example/in?token=${HIDDEN}&page=2&sig=${HIDDEN}`,
  });
});

it('whether there is one stays to be seen, and what a database holds in no text is taken out', () => {
  expect(withoutSecrets({ has_token: true, password: '', secret: null })).toEqual({
    has_token: true,
    password: '',
    secret: null,
  });
  expect(withoutSecrets({ note: 'a\u0000b' })).toEqual({ note: 'ab' });
});

it.each(['a-', '?token', 'a://b', '://'])(
  'looking for secrets in very much %s costs no more than its length',
  async (words) => {
    const text = words.repeat(200_000 / words.length);
    expect(await cpuMsOf(() => withoutSecrets({ text }))).toBeLessThan(2000);
  },
);
