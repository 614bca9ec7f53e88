import type { WebhookDelivery, WebhookEvent, WebhookFault } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    webhooks: {
      id: Auto<number>;
      name: string;
      url: string;
      events: WebhookEvent[];
      sealed_secret: string;
      is_active: Auto<boolean>;
      failing_since: Time | null;
      paused_at: Time | null;
      last_delivered_at: Time | null;
      created_at: Time;
      removed_at: Time | null;
    };
    webhook_deliveries: {
      id: Auto<number>;
      webhook_id: number;
      event_id: string;
      event: string;
      subject: string;
      version: number | null;
      body: string;
      state: Auto<WebhookDelivery['state']>;
      attempts: Auto<number>;
      next_try_at: Time;
      leased_until: Time | null;
      created_at: Time;
      replayed_at: Time | null;
      tried_at: Time | null;
      duration_ms: number | null;
      status: number | null;
      fault: WebhookFault | null;
      answer: Auto<string>;
    };
  }
}
