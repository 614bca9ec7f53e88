import type { Language } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    livechat_visitors: {
      id: Auto<number>;
      channel_account_id: number;
      token_hash: Buffer;
      customer_id: number | null;
      name: Auto<string>;
      email: Auto<string>;
      transcript_email: Auto<string>;
      transcripts: Auto<number>;
      transcripts_since: AutoTime;
      language: Language;
      page: Auto<string>;
      created_at: AutoTime;
      last_seen_at: AutoTime;
    };
  }
}
