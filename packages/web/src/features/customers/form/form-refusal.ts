import { ApiError } from '#shared/api/api-error.ts';
import { saveFailure } from '#shared/forms/save-failure.ts';
import { customer, invalidDetails, type Customer } from '@trunkline/contract';
import { z } from 'zod';
import type { CustomerForm } from './customer-form.ts';

export type FormRefusal =
  | { kind: 'stale'; current: Customer }
  /** `key`: the form's row with the address that already belongs to another customer. */
  | { kind: 'taken'; key: number | null; owner: { id: number; name: string } }
  | { kind: 'invalid'; key: number | null }
  | { kind: 'offline' }
  | { kind: 'failed' };

const staleDetails = z.object({ current: customer });
const duplicateDetails = z.object({
  value: z.string(),
  customer: z.object({ id: z.number(), name: z.string() }),
});

/** Returns what a refused save means for the form. */
export function refusalOf(error: unknown, form: CustomerForm): FormRefusal {
  if (!(error instanceof ApiError)) return { kind: 'failed' };
  if (saveFailure(error) === 'offline') return { kind: 'offline' };
  if (error.code === 'stale') {
    const details = staleDetails.safeParse(error.details);
    if (details.success) return { kind: 'stale', current: details.data.current };
  }
  if (error.code === 'duplicate') {
    const details = duplicateDetails.safeParse(error.details);
    if (details.success)
      return { kind: 'taken', key: keyOf(form, details.data.value), owner: details.data.customer };
  }
  if (error.code === 'invalid') return { kind: 'invalid', key: invalidKey(error.details, form) };
  return { kind: 'failed' };
}

/** Compares the last digits, because the server adds a country code to phone numbers. */
function keyOf(form: CustomerForm, value: string): number | null {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
  const same = form.identities.find(({ kind, value: typed }) =>
    kind === 'email'
      ? typed.trim().toLowerCase() === value
      : digits(typed) !== '' && digits(value).endsWith(digits(typed)),
  );
  return same?.key ?? null;
}

function invalidKey(details: unknown, form: CustomerForm): number | null {
  const parsed = invalidDetails.safeParse(details);
  if (!parsed.success) return null;
  for (const { path } of parsed.data) {
    const named = form.identities[Number(/^identities\.(\d+)/.exec(path)?.[1] ?? Number.NaN)];
    if (named) return named.key;
  }
  return null;
}
