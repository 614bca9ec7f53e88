import type { ChecklistItem, SetupStep } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    first_run: {
      is_only: Auto<boolean>;
      nonce: Auto<string>;
      set_up_at: Time | null;
      step: Auto<SetupStep>;
      dismissed: Auto<ChecklistItem[]>;
      is_hidden: Auto<boolean>;
    };
  }
}
