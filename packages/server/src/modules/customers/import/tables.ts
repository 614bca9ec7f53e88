import type { CustomerImportColumn, CustomerImport } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    customer_import_rows: {
      import_id: number;
      customer_id: number;
      version: number;
      before: Json<object> | null;
      identities: Auto<number[]>;
      outcome: string | null;
    };
    customer_imports: {
      id: Auto<number>;
      user_id: number;
      file_id: string;
      file_name: string;
      file_bytes: number;
      state: CustomerImport['state'];
      head: string[];
      sample: Json<string[][]>;
      mapping: Json<(CustomerImportColumn | null)[]>;
      existing: Auto<CustomerImport['existing']>;
      rows: Auto<number>;
      bytes: Auto<number>;
      created: Auto<number>;
      changed: Auto<number>;
      unchanged: Auto<number>;
      problems: AutoJson<CustomerImport['problems']>;
      problem_count: Auto<number>;
      created_at: AutoTime;
      ended_at: Date | string | null;
      applied_at: Time | null;
      undone_at: Time | null;
    };
    customer_import_marks: { import_id: number; mark: number };
  }
}
