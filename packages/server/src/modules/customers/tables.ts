import type { Answers, IdentityKind, Language } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    customers: {
      id: Auto<number>;
      name: string;
      company: Auto<string>;
      note: Auto<string>;
      language: Auto<Language>;
      fields: AutoJson<Answers>;
      open_tickets: Auto<number>;
      total_tickets: Auto<number>;
      last_contact_at: AutoTime;
      created_at: AutoTime;
      version: Auto<number>;
    };
    customer_identities: {
      id: Auto<number>;
      customer_id: number;
      kind: IdentityKind;
      value: string;
      is_verified: Auto<boolean>;
      created_at: AutoTime;
    };
  }
}
