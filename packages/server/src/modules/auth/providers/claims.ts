import type { SignInProvider } from '@trunkline/contract';

export type Claims = Record<string, unknown>;
type Rules = Pick<
  SignInProvider,
  'level_claim' | 'levels' | 'other_level_id' | 'department_claim' | 'departments'
>;
/** What follows from the claims; undefined: no change. */
export type MappedAccess = {
  levelId: number | undefined;
  departmentIds: number[] | undefined;
  /** Expected claims that are missing. */
  missing: string[];
};

/**
 * The values of a claim; undefined where it is missing, which differs from empty: a scope may be missing, or there are more
 * groups than fit into a token, to which the provider then only refers (`_claim_names`).
 */
function valuesOf(claims: Claims, name: string): string[] | undefined {
  const elsewhere = claims['_claim_names'];
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name);
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (isElsewhere || value === undefined || value === null) return undefined;
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}

/** The role and departments that follow from a user's claims. Pure. */
export function accessFromClaims(rules: Rules, claims: Claims): MappedAccess {
  const ofLevel = rules.level_claim === '' ? [] : valuesOf(claims, rules.level_claim);
  const ofDepartments = rules.department_claim === '' ? [] : valuesOf(claims, rules.department_claim);
  const missing = [
    ...(ofLevel ? [] : [rules.level_claim]),
    ...(ofDepartments ? [] : [rules.department_claim]),
  ];
  const level = rules.levels.find(({ value }) => ofLevel?.includes(value))?.level_id;
  return {
    levelId: rules.level_claim === '' || !ofLevel ? undefined : (level ?? rules.other_level_id ?? undefined),
    departmentIds:
      rules.department_claim === '' || !ofDepartments
        ? undefined
        : [
            ...new Set(
              rules.departments.flatMap(({ value, department_id: id }) =>
                ofDepartments.includes(value) ? [id] : [],
              ),
            ),
          ],
    missing: [...new Set(missing)],
  };
}

/** The e-mail address of the claims, and whether the provider has verified it. */
export function emailOfClaims(
  claims: Claims,
  { trusts_addresses: isTrusted }: Pick<SignInProvider, 'trusts_addresses'>,
): { address: string; isProven: boolean } | undefined {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || !email.includes('@')) return undefined;
  return { address: email.trim(), isProven: isVerified === true || isTrusted };
}
