-- Other systems that are told of what happens here.
create table webhooks (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  events text[] not null,
  sealed_secret text not null,
  is_active boolean not null default true,
  failing_since timestamptz(3),
  paused_at timestamptz(3),
  last_delivered_at timestamptz(3),
  created_at timestamptz(3) not null,
  removed_at timestamptz(3)
);
comment on column webhooks.paused_at is 'Nothing has arrived there for a day: nothing is sent until somebody says so, and nothing is lost.';
comment on column webhooks.removed_at is 'Kept for a moment, so that it can be taken back.';

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  event_id uuid not null,
  event text not null,
  subject text not null,
  version int,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  replayed_at timestamptz(3),
  tried_at timestamptz(3),
  duration_ms int,
  status int,
  fault text,
  answer text not null default ''
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at) where state = 'queued';
create index webhook_deliveries_order on webhook_deliveries (webhook_id, subject, id) where state = 'queued';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_versions on webhook_deliveries (webhook_id, subject, version) where version is not null;
create index webhook_deliveries_age on webhook_deliveries (created_at);
comment on table webhook_deliveries is 'Written in the transaction of what they tell. Those about the same go out one after the other.';
comment on column webhook_deliveries.body is 'As it is signed and sent, however often.';
comment on column webhook_deliveries.version is 'Of what is told in one version once, such as a customer.';
comment on column webhook_deliveries.next_try_at is 'Also, while it is on its way: until when nobody else takes it.';
comment on column webhook_deliveries.replayed_at is 'Somebody had it sent once more: it waits for none and none waits for it.';
