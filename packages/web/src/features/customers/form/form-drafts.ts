import type { Customer } from '@trunkline/contract';
import type { CustomerForm } from './customer-form.ts';

type Draft = { form: CustomerForm; base: Customer | null };

// What was typed and not saved outlives the closing of its drawer, until the page is left for good.
const drafts = new Map<number | 'new', Draft>();

const keyOf = (customer: Customer | null) => customer?.id ?? 'new';

export function readDraft(customer: Customer | null): Draft | undefined {
  return drafts.get(keyOf(customer));
}

export function keepDraft(draft: Draft): void {
  drafts.set(keyOf(draft.base), draft);
}

export function dropDraft(customer: Customer | null): void {
  drafts.delete(keyOf(customer));
}
