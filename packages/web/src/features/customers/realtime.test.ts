import type { Customer } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { applyToPages, type CustomerPages } from './realtime.ts';
import { testCustomer } from './test-customers.ts';

const changed = (payload: Customer) => ({ name: 'customer-changed', payload, seq: 1 }) as const;
const byContact = { sort: 'last_contact', q: '' } as const;

function pagesOf(...pages: number[][]): CustomerPages {
  return {
    pages: pages.map((ids, index) => ({
      data: ids.map((id) => testCustomer(id)),
      next: index === pages.length - 1 ? 'more' : 'x',
    })),
    pageParams: pages.map(() => undefined),
  };
}

const idsOf = (pages: CustomerPages) => pages.pages.map((page) => page.data.map((row) => row.id));

describe('the list of customers', () => {
  it('under a condition shows who meets it, and lets go of who no longer does', () => {
    const where = [{ field: 'field:4', op: 'is', value: 'gold' }] as const;
    const view = { ...byContact, where: [...where] };
    const at = '2026-11-20T11:00:00.000Z';
    const gold = testCustomer(5, { fields: { 4: 'Gold' }, last_contact_at: at });
    const came = applyToPages(pagesOf([9, 8]), changed(gold), view);
    expect(idsOf(came)).toEqual([[5, 9, 8]]);
    expect(idsOf(applyToPages(came, changed({ ...gold, fields: {} }), view))).toEqual([[9, 8]]);
  });

  it('moves a customer who has just written to the top', () => {
    const after = applyToPages(
      pagesOf([9, 8], [7, 6]),
      changed(testCustomer(6, { last_contact_at: '2026-11-20T11:00:00.000Z' })),
      byContact,
    );
    expect(idsOf(after)).toEqual([[6, 9, 8], [7]]);
  });

  it('takes a new customer in at its place', () => {
    const after = applyToPages(pagesOf([9, 7], [5]), changed(testCustomer(8)), byContact);
    expect(idsOf(after)).toEqual([[9, 8, 7], [5]]);
  });

  it('leaves out one that belongs behind what is loaded', () => {
    const pages = pagesOf([9, 8]);
    expect(applyToPages(pages, changed(testCustomer(2)), byContact)).toBe(pages);
  });

  it('appends it when nothing follows', () => {
    const pages = pagesOf([9, 8]);
    const end = { ...pages, pages: pages.pages.map((page) => ({ ...page, next: null })) };
    expect(idsOf(applyToPages(end, changed(testCustomer(2)), byContact))).toEqual([[9, 8, 2]]);
  });

  it('changes only known rows under a search', () => {
    const pages = pagesOf([9]);
    const view = { sort: 'last_contact', q: 'dewi' } as const;
    expect(applyToPages(pages, changed(testCustomer(20)), view)).toBe(pages);
    expect(
      applyToPages(pages, changed(testCustomer(9, { name: 'Dewi' })), view).pages[0]?.data[0]?.name,
    ).toBe('Dewi');
  });

  it('sorts names without regard to case', () => {
    const named = (id: number, name: string) => testCustomer(id, { name });
    const pages: CustomerPages = {
      pages: [{ data: [named(1, 'adi'), named(2, 'Citra')], next: null }],
      pageParams: [undefined],
    };
    expect(idsOf(applyToPages(pages, changed(named(3, 'budi')), { sort: 'name', q: '' }))).toEqual([
      [1, 3, 2],
    ]);
  });

  it('gives the same when an event comes again', () => {
    const event = changed(testCustomer(6, { last_contact_at: '2026-11-20T11:00:00.000Z' }));
    const once = applyToPages(pagesOf([9, 8], [7, 6]), event, byContact);
    expect(applyToPages(once, event, byContact)).toEqual(once);
  });
});
