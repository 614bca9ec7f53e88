import type { Answers, IdentityKind, Language } from '@trunkline/contract';
import '#platform/tables';

/** Fields of a customer that a merge may fill in. */
export type MergedFields = { company: string; note: string; fields: Answers };

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
      merged_into: Auto<number | null>;
      erased_at: Auto<string | null>;
    };
    customer_settings: { user_id: number; columns: string[] | null };
    customer_merges: {
      id: Auto<number>;
      source_id: number;
      target_id: number;
      at: AutoTime;
      user_id: number | null;
      user_name: string;
      before: Json<MergedFields>;
      after: Json<MergedFields>;
      identities: number[];
      moved: Json<Record<string, number[]>>;
      undone_at: Date | string | null;
    };
    customer_identities: {
      id: Auto<number>;
      customer_id: number;
      kind: IdentityKind;
      value: string;
      is_verified: Auto<boolean>;
      is_claimed: Auto<boolean>;
      created_at: AutoTime;
    };
  }
}
