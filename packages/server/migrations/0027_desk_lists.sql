-- Lists of tickets by any condition. A page is looked for in the order of the list first, and after some thousand rows
-- by the indexes of what was asked for: these are for values that few tickets have. What many have needs none.
alter table tickets add column sla_due_at timestamptz(3) generated always as (
  case when status in ('solved', 'closed') then null else least(
    case when first_response_at is null then first_response_due_at end, next_response_due_at, resolution_due_at) end) stored;
comment on column tickets.sla_due_at is 'The next of its deadlines, for sorting and filtering.';
create index tickets_sla_due on tickets (department_id, status, sla_due_at, id) where sla_due_at is not null;
create index tickets_type on tickets (type_id) where type_id is not null;
create index tickets_category on tickets (category_id) where category_id is not null;
create index tickets_subcategory on tickets (subcategory_id) where subcategory_id is not null;
create index tickets_caller_type on tickets (caller_type_id) where caller_type_id is not null;
create index tickets_tags on tickets using gin (tags);
create index tickets_subject_parts on tickets using gin (subject gin_trgm_ops);
create index tickets_solved on tickets (solved_at) where solved_at is not null;

create table ticket_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  is_shared boolean not null default false,
  name text not null,
  search jsonb not null,
  columns text[],
  version int not null default 1,
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index ticket_views_user on ticket_views (user_id);
comment on table ticket_views is 'Lists of tickets that were kept under a name.';
comment on column ticket_views.search is 'What the address of the desk says of the list.';
comment on column ticket_views.columns is 'Null: the columns that the reader has chosen.';
comment on column ticket_views.removed_at is 'Taken away; for a day it can be brought back.';

create table desk_settings (
  user_id bigint primary key references users on delete cascade,
  columns text[],
  view_order bigint[] not null default '{}',
  default_view_id bigint
);
comment on table desk_settings is 'How somebody has set their desk up.';

create table bulk_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  at timestamptz(3) not null,
  change jsonb not null,
  undoes bigint references bulk_changes on delete cascade,
  undone_by bigint references bulk_changes on delete set null,
  status text not null default 'running' check (status in ('running', 'done', 'stopped')),
  total int not null,
  done int not null default 0,
  changed int not null default 0,
  left_out jsonb not null default '{}',
  worked_at timestamptz(3) not null,
  told_at timestamptz(3),
  ended_at timestamptz(3)
);
create index bulk_changes_user on bulk_changes (user_id, id desc);
create index bulk_changes_running on bulk_changes (worked_at) where status = 'running';
comment on table bulk_changes is 'Changes of many tickets at once, worked off in small steps. Kept for a month.';
comment on column bulk_changes.left_out is 'How many tickets were left out, by reason.';
comment on column bulk_changes.worked_at is 'When a step of it was last done: after a crash it goes on from there.';

create table bulk_tickets (
  bulk_id bigint not null references bulk_changes on delete cascade,
  ticket_id bigint not null,
  outcome text,
  before jsonb,
  after jsonb,
  primary key (bulk_id, ticket_id)
);
create index bulk_tickets_waiting on bulk_tickets (bulk_id, ticket_id) where outcome is null;
comment on column bulk_tickets.outcome is 'Null: not done yet. changed, or why it was left out. Written with the change, so each is done once.';
comment on column bulk_tickets.before is 'What the change replaced, to be put back.';
