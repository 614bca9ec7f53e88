import { describe, expect, it } from 'vitest';
import { emailOfClaims, accessFromClaims } from './claims.ts';

const rules = {
  level_claim: 'groups',
  levels: [
    { value: 'cc-supervisors', level_id: 2 },
    { value: 'cc-agents', level_id: 4 },
  ],
  other_level_id: null as number | null,
  department_claim: 'groups',
  departments: [
    { value: 'care', department_id: 10 },
    { value: 'billing', department_id: 11 },
  ],
};

describe('levels and departments from claims', () => {
  it.each([
    ['missing altogether', {}],
    ['null', { groups: null }],
    ['too many to come along', { groups: [], _claim_names: { groups: 'src1' } }],
  ])('stay as they are where the claim is %s', (_, claims) => {
    expect(accessFromClaims(rules, claims)).toEqual({
      levelId: undefined,
      departmentIds: undefined,
      missing: ['groups'],
    });
  });

  it('are none where the claim is empty', () => {
    expect(accessFromClaims({ ...rules, other_level_id: 9 }, { groups: [] })).toEqual({
      levelId: 9,
      departmentIds: [],
      missing: [],
    });
    expect(accessFromClaims(rules, { groups: [] }).levelId).toBeUndefined();
  });

  it('follow the first value that somebody has, and every department', () => {
    expect(
      accessFromClaims(rules, { groups: ['billing', 'cc-agents', 'cc-supervisors', 'care', 'else'] }),
    ).toEqual({
      levelId: 2,
      departmentIds: [10, 11],
      missing: [],
    });
    expect(accessFromClaims(rules, { groups: 'cc-agents' })).toMatchObject({ levelId: 4, departmentIds: [] });
    expect(
      accessFromClaims(rules, { groups: [{ toString: () => 'cc-supervisors' }, 2] }).levelId,
    ).toBeUndefined();
  });

  it('do not matter where no claim is configured', () => {
    const none = { ...rules, level_claim: '', department_claim: '' };
    expect(accessFromClaims(none, { groups: ['cc-agents'], '': ['care'] })).toEqual({
      levelId: undefined,
      departmentIds: undefined,
      missing: [],
    });
  });

  it('are not read from properties that every object has', () => {
    expect(accessFromClaims({ ...rules, level_claim: 'constructor' }, { groups: [] }).missing).toEqual([
      'constructor',
    ]);
  });
});

describe('the address of somebody at a provider', () => {
  const email = 'admin@centre.example';
  it.each([
    [{ email, email_verified: true }, false, true],
    [{ email, email_verified: false }, false, false],
    [{ email, email_verified: 'true' }, false, false],
    [{ email }, false, false],
    [{ email }, true, true],
  ])('%j, trusted: %s, is proven: %s', (claims, trusts_addresses, isProven) => {
    expect(emailOfClaims(claims, { trusts_addresses })).toEqual({ address: email, isProven });
  });

  it('is not made from a name', () => {
    expect(emailOfClaims({ preferred_username: 'admin' }, { trusts_addresses: true })).toBeUndefined();
    expect(
      emailOfClaims({ email: ['a@x.example'], email_verified: true }, { trusts_addresses: true }),
    ).toBeUndefined();
  });
});
