import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { isAppCode, newRecoveryCodes, newSecret, setupUri, codeTimeStep, withoutSpaces } from './codes.ts';

const secret = newSecret();
const at = (step: number) => new Date(step * 30_000 + 15_000);
const codeOf = (step: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at(step).getTime() });

it.each([
  [-2, null],
  [-1, 99],
  [0, 100],
  [1, 101],
  [2, null],
])('a code of a phone that is %i steps off belongs to step %s', (skew, step) => {
  expect(codeTimeStep(secret, codeOf(100 + skew), at(100))).toBe(step);
});

it('is the one of the standard, so that every app shows it', () => {
  // Test vectors of RFC 6238, appendix B, shortened to six digits.
  const known = Secret.fromLatin1('12345678901234567890').base32;
  expect(codeTimeStep(known, '287082', new Date(59_000))).toBe(1);
  expect(codeTimeStep(known, '081804', new Date(1_111_111_109_000))).toBe(37_037_036);
});

it('accepts any text as a code and finds it wrong', () => {
  for (const code of ['', '1', '1234567', 'abcdef', '１２３４５６'])
    expect(codeTimeStep(secret, code, at(100))).toBe(null);
});

it('tells codes of an app from recovery codes, however they are typed', () => {
  expect(isAppCode('492 817')).toBe(true);
  expect(isAppCode('492817')).toBe(true);
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(isAppCode(code)).toBe(false);
    expect(withoutSpaces(code.toUpperCase().replaceAll('-', ' '))).toBe(withoutSpaces(code));
  }
});

it('names workspace and user to the app, whatever characters they contain', () => {
  const uri = setupUri(secret, { issuer: 'Kopi: Senja & Co', label: 'dewi?x=1' });
  expect(uri).toMatch(/^otpauth:\/\/totp\/[^?#:& ]+:[^?#:& ]+\?/);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
});
