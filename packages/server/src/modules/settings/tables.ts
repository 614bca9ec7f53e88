import type { Language, MediaId } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface NamedTable {
    id: Auto<number>;
    name: string;
    position: Auto<number>;
    is_active: Auto<boolean>;
  }

  interface Tables {
    departments: NamedTable;
    ticket_types: NamedTable;
    categories: NamedTable;
    subcategories: NamedTable & { category_id: number };
    caller_types: NamedTable;
    break_reasons: NamedTable;
    priorities: {
      id: Auto<number>;
      name: string;
      rank: number;
      first_response_minutes: number | null;
      resolution_minutes: number | null;
      is_default: Auto<boolean>;
      is_active: Auto<boolean>;
    };
    templates: {
      id: Auto<number>;
      name: string;
      shortcut: string;
      body: string;
      language: Language;
      media_id: MediaId | null;
      is_active: Auto<boolean>;
    };
    app_config: { key: string; value: Json<unknown> };
    channel_accounts: {
      id: Auto<number>;
      media_id: MediaId;
      name: string;
      key: string;
      department_id: number;
      settings: Json<unknown>;
      is_active: Auto<boolean>;
      updated_at: AutoTime;
    };
    audit_log: {
      id: Auto<number>;
      at: AutoTime;
      user_id: number | null;
      action: string;
      subject: string;
      details: Json<unknown>;
    };
  }
}
