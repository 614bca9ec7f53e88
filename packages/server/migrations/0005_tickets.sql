create sequence ticket_numbers start 100001;

create table tickets (
  id bigint generated always as identity primary key,
  number text not null unique,
  subject text not null,
  status text not null default 'open' check (status in ('open', 'pending', 'on_hold', 'solved', 'closed')),
  department_id bigint not null references departments,
  assignee_id bigint references users,
  priority_id bigint not null references priorities,
  type_id bigint references ticket_types,
  category_id bigint references categories,
  subcategory_id bigint references subcategories,
  caller_type_id bigint references caller_types,
  media_id int not null,
  tags text[] not null default '{}',
  customer_id bigint not null references customers,
  last_message text not null default '',
  last_message_by text not null default 'none',
  last_message_at timestamptz(3) not null default now(),
  waiting_since timestamptz(3),
  unread int not null default 0,
  first_response_due_at timestamptz(3),
  first_response_at timestamptz(3),
  resolution_due_at timestamptz(3),
  solved_at timestamptz(3),
  created_by bigint references users,
  client_key text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  revision int not null default 1
);
comment on column tickets.waiting_since is 'Since when the customer waits for an answer; null when the turn is not ours.';
comment on column tickets.version is 'Counts edits of fields; a write names the one it saw.';
comment on column tickets.revision is 'Counts every change, messages included.';

-- One index per supported order; a list reads one short run per department and status and merges them.
create index tickets_list on tickets (department_id, status, last_message_at desc, id desc);
create index tickets_created on tickets (department_id, status, created_at desc, id desc);
create index tickets_waiting on tickets (department_id, status, waiting_since, id) where waiting_since is not null;
create index tickets_unassigned on tickets (department_id, status, last_message_at desc, id desc) where assignee_id is null;
create index tickets_assignee on tickets (assignee_id, status, last_message_at desc, id desc);
create index tickets_customer on tickets (customer_id, created_at desc);
create index tickets_unread on tickets (assignee_id, media_id) where unread > 0;
create index tickets_number on tickets using gin (number gin_trgm_ops);
create index tickets_subject on tickets using gin ((to_tsvector('simple', subject) || to_tsvector('english', subject) || to_tsvector('indonesian', subject)));
create unique index tickets_client_key on tickets (created_by, client_key) where client_key is not null;

create table messages (
  id bigint generated always as identity,
  ticket_id bigint not null,
  conversation_id bigint,
  media_id int,
  kind text not null check (kind in ('inbound', 'outbound', 'note', 'event')),
  body text not null default '',
  author_type text not null,
  author_id bigint,
  author_name text not null,
  event jsonb,
  state text,
  failure text,
  client_key text,
  created_at timestamptz(3) not null,
  primary key (id, created_at)
) partition by range (created_at);
create index messages_ticket on messages (ticket_id, id);
create index messages_search on messages using gin ((to_tsvector('simple', body) || to_tsvector('english', body) || to_tsvector('indonesian', body))) where kind <> 'event';
comment on table messages is 'Time lines: messages in and out, notes and events. Append-only but for the delivery state.';

create table message_keys (
  ticket_id bigint not null,
  client_key text not null,
  message_id bigint not null,
  created_at timestamptz(3) not null,
  primary key (ticket_id, client_key)
);
comment on table message_keys is 'What has been sent already: a partitioned table cannot keep such a key unique itself.';

create table files (
  id uuid primary key,
  name text not null,
  mime text not null,
  size bigint not null,
  sha256 text not null,
  ticket_id bigint,
  message_id bigint,
  user_id bigint,
  visitor_id bigint,
  created_at timestamptz(3) not null default now()
);
create index files_message on files (message_id);
create index files_unused on files (created_at) where message_id is null;
create index files_unused_visitor on files (visitor_id) where message_id is null;
comment on table files is 'Attachments; the bytes are in the file store under the id. Without a message after a day: removed.';

create table ticket_drafts (
  ticket_id bigint not null references tickets on delete cascade,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  body text not null,
  file_ids uuid[] not null default '{}',
  updated_at timestamptz(3) not null default now(),
  primary key (ticket_id, user_id)
);

-- Counts that screens show are kept: every change appends its difference, a job folds them together.
-- Appending never waits for another transaction, as updating one row per department would.
create table ticket_counts (
  department_id bigint not null,
  status text not null,
  assignee_id bigint not null,
  n int not null
);
create index ticket_counts_key on ticket_counts (department_id, status, assignee_id);
comment on column ticket_counts.assignee_id is '0: nobody.';

create function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_counts
    select department_id, status, coalesce(assignee_id, 0), count(*) from new_rows
    where status in ('open', 'pending', 'on_hold') group by 1, 2, 3;
  update customers c set total_tickets = total_tickets + d.total, open_tickets = open_tickets + d.open
    from (select customer_id, count(*) total, count(*) filter (where status in ('open', 'pending', 'on_hold')) open
          from new_rows group by customer_id order by customer_id) d
    where c.id = d.customer_id;
  return null;
end $$;
create trigger tickets_counted_insert after insert on tickets
  referencing new table as new_rows for each statement execute function count_new_tickets();

create function count_changed_ticket() returns trigger language plpgsql as $$
declare
  was_open boolean := old.status in ('open', 'pending', 'on_hold');
  is_open boolean := new.status in ('open', 'pending', 'on_hold');
begin
  if was_open then
    insert into ticket_counts values (old.department_id, old.status, coalesce(old.assignee_id, 0), -1);
  end if;
  if is_open then
    insert into ticket_counts values (new.department_id, new.status, coalesce(new.assignee_id, 0), 1);
  end if;
  if was_open <> is_open then
    update customers set open_tickets = open_tickets + case when is_open then 1 else -1 end where id = new.customer_id;
  end if;
  return null;
end $$;
create trigger tickets_counted_update after update on tickets for each row
  when (old.status <> new.status or old.department_id <> new.department_id or old.assignee_id is distinct from new.assignee_id)
  execute function count_changed_ticket();
