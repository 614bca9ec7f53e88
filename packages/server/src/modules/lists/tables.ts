import type {
  CustomField,
  Language,
  ListAction,
  ListKind,
  ListValues,
  Macro,
  MediaId,
  RuleTrigger,
  TicketField,
} from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface NamedTable {
    id: Auto<number>;
    name: string;
    position: Auto<number>;
    is_active: Auto<boolean>;
  }
  interface ListTable extends NamedTable {
    version: Auto<number>;
    is_used: Auto<boolean>;
  }

  interface Tables {
    departments: ListTable & {
      office_hours_id: Auto<number | null>;
      overflow_id: Auto<number | null>;
      overflow_seconds: Auto<number | null>;
      wrap_up_seconds: Auto<number | null>;
      caller_number: Auto<string>;
      /** The department that it was merged into; the row is kept for history and reports. */
      merged_into: Auto<number | null>;
      merged_at: Time | null;
    };
    skills: NamedTable & {
      language: Language | null;
      least: Auto<number>;
      account_ids: Auto<number[]>;
      version: Auto<number>;
    };
    ticket_types: ListTable;
    categories: ListTable & { type_id: Auto<number | null> };
    subcategories: ListTable & { category_id: number };
    caller_types: ListTable;
    office_hours: {
      id: Auto<number>;
      name: string;
      time_zone: string;
      hours: string;
      is_default: Auto<boolean>;
      position: number;
      is_active: Auto<boolean>;
      version: Auto<number>;
    };
    holidays: {
      id: Auto<number>;
      name: string;
      date: string;
      is_yearly: boolean;
      hours: Auto<string>;
      office_hours_id: Auto<number | null>;
      position: number;
      is_active: Auto<boolean>;
      version: Auto<number>;
    };
    break_reasons: NamedTable & {
      is_paid: Auto<boolean>;
      limit_minutes: number | null;
      department_id: number | null;
      version: Auto<number>;
    };
    information_categories: NamedTable & { version: Auto<number> };
    priorities: {
      id: Auto<number>;
      name: string;
      rank: number;
      first_response_minutes: number | null;
      next_response_minutes: Auto<number | null>;
      resolution_minutes: number | null;
      is_default: Auto<boolean>;
      is_active: Auto<boolean>;
      version: Auto<number>;
      is_used: Auto<boolean>;
    };
    templates: {
      id: Auto<number>;
      name: string;
      shortcut: string;
      body: string;
      language: Language;
      media_id: MediaId | null;
      department_id: Auto<number | null>;
      position: Auto<number>;
      version: Auto<number>;
      is_active: Auto<boolean>;
    };
    custom_fields: NamedTable & {
      key: string;
      entity: CustomField['entity'];
      kind: CustomField['kind'];
      options: Json<CustomField['options']>;
      required: CustomField['required'];
      type_ids: number[];
      category_ids: number[];
      in_list: boolean;
      hint: string;
      version: Auto<number>;
    };
    macros: {
      id: Auto<number>;
      name: string;
      department_id: number | null;
      reply: Auto<string>;
      sends_at_once: Auto<boolean>;
      note: Auto<string>;
      status: Macro['status'];
      assignee: Macro['assignee'];
      assign_to_id: number | null;
      move_to_id: number | null;
      priority_id: number | null;
      type_id: number | null;
      category_id: number | null;
      tags_added: Auto<string>;
      tags_removed: Auto<string>;
      position: Auto<number>;
      version: Auto<number>;
      is_active: Auto<boolean>;
    };
    automation_rules: {
      id: Auto<number>;
      name: string;
      trigger: RuleTrigger;
      minutes: number | null;
      words: Auto<string>;
      media_id: MediaId | null;
      changed_field: TicketField | null;
      before: Auto<string>;
      conditions: Auto<string>;
      move_to_id: number | null;
      assign_to_id: number | null;
      requeue: Auto<boolean>;
      priority_id: number | null;
      status: Macro['status'];
      type_id: number | null;
      category_id: number | null;
      tags_added: Auto<string>;
      tags_removed: Auto<string>;
      note: Auto<string>;
      reply: Auto<string>;
      tell_id: number | null;
      tells_assignee: Auto<boolean>;
      follower_id: number | null;
      is_last: Auto<boolean>;
      /** Used by the automation module. */
      looked_until: Time | null;
      position: Auto<number>;
      version: Auto<number>;
      is_active: Auto<boolean>;
    };
    list_operations: {
      id: Auto<number>;
      at: AutoTime;
      kind: ListKind;
      user_id: number | null;
      user_name: string;
      action: ListAction;
      count: number;
      undoes: number | null;
      undone_by: Auto<number | null>;
    };
    list_changes: {
      operation_id: number;
      kind: ListKind;
      row_id: number;
      name: string;
      version: number | null;
      before: Json<ListValues> | null;
      after: Json<ListValues> | null;
    };
  }
}
