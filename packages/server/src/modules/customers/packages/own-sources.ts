import type { CustomField, Customer } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Settings } from '#modules/settings';
import { namedAnswers } from '../export.ts';
import { findCustomers } from '../store.ts';
import { paged, type PackageSource } from './package-source.ts';

type Deps = { settings: Pick<Settings, 'customFields'> };

/** What the customers' own tables and the audit log contain of them. */
export function ownPackageSources({ settings }: Deps): PackageSource[] {
  return [
    {
      name: 'customer',
      async *rows(q, customerIds) {
        const fields = await settings.customFields.list(q, 'customer');
        for (const customer of await findCustomers(q, customerIds)) yield profileOf(customer, fields);
      },
    },
    {
      name: 'changes',
      // With the acting user, but without our users' IP addresses.
      rows: (q, customerIds) =>
        paged(async (after, most) => {
          const { rows } = await sql<{ id: number }>`
            select a.id, a.at, a.action, p.name as by, a.job, a.details from audit_log a
              left join report_people p on p.id = a.user_id
            where a.subject = any(${customerIds.map((id) => `customer ${id}`)}::text[]) and a.id > ${after}
            order by a.id limit ${most}`.execute(q);
          return rows;
        }),
    },
  ];
}

function profileOf({ identities, fields, ...customer }: Customer, known: readonly CustomField[]): object {
  const { version: _, open_tickets: open, total_tickets: total, ...rest } = customer;
  return {
    ...rest,
    tickets: total,
    open_tickets: open,
    addresses: identities.map(({ kind, value, is_verified }) => ({ kind, value, is_verified })),
    fields: namedAnswers(known, fields),
  };
}
