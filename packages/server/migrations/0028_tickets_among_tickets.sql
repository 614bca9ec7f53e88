-- A ticket that was merged into another keeps its messages: the other's time line reads both, so merging two tickets of
-- thousands of messages moves none of them, and each has exactly its own when they are parted again.
alter table tickets add column merged_into bigint references tickets;
alter table tickets add column messages_since timestamptz(3);
create index tickets_merged on tickets (merged_into) where merged_into is not null;
comment on column tickets.merged_into is 'The ticket on whose time line this one now stands; that one may itself stand on another.';
comment on column tickets.messages_since is 'Of a ticket that was split off: its first message, which is older than the ticket.';

-- What goes on goes on in the ticket that is left, and comes back from there.
alter table conversations add column origin_ticket_id bigint;
alter table calls add column origin_ticket_id bigint;
alter table call_backs add column origin_ticket_id bigint;
create index conversations_origin on conversations (origin_ticket_id) where origin_ticket_id is not null;
create index calls_origin on calls (origin_ticket_id) where origin_ticket_id is not null;
create index call_backs_origin on call_backs (origin_ticket_id) where origin_ticket_id is not null;
comment on column conversations.origin_ticket_id is 'The ticket on which it began, where that was merged into another.';

create table ticket_merges (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  into_id bigint not null references tickets,
  merged_by bigint references users,
  merged_at timestamptz(3) not null,
  last_message_id bigint not null,
  before jsonb not null,
  parted_by bigint references users,
  parted_at timestamptz(3)
);
create unique index ticket_merges_standing on ticket_merges (ticket_id) where parted_at is null;
create index ticket_merges_into on ticket_merges (into_id);
comment on table ticket_merges is 'Which ticket was merged into which, and what has to be as it was when they are parted again.';
comment on column ticket_merges.last_message_id is 'The newest message of all when they were merged: what is newer came afterwards.';
comment on column ticket_merges.before is 'Of the merged ticket: status and what waited; of the other: the tags and followers that it got.';

create table ticket_links (
  ticket_id bigint not null references tickets,
  other_id bigint not null references tickets,
  kind text not null check (kind in ('related', 'parent')),
  created_by bigint references users,
  created_at timestamptz(3) not null,
  primary key (ticket_id, other_id),
  check (ticket_id <> other_id)
);
create index ticket_links_other on ticket_links (other_id);
create unique index ticket_links_one_parent on ticket_links (other_id) where kind = 'parent';
comment on table ticket_links is 'Tickets that have to do with each other. parent: ticket_id is the parent of other_id; related: the lower id is ticket_id.';

create table ticket_followers (
  ticket_id bigint not null references tickets on delete cascade,
  user_id bigint not null references users on delete cascade,
  since timestamptz(3) not null,
  primary key (ticket_id, user_id)
);
create index ticket_followers_user on ticket_followers (user_id, ticket_id);

create table ticket_notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null check (kind in ('mention', 'message', 'status')),
  message_id bigint,
  by_name text not null,
  text text not null default '',
  count int not null default 1,
  at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index ticket_notices_user on ticket_notices (user_id, id desc);
create index ticket_notices_unread on ticket_notices (user_id) where read_at is null;
create unique index ticket_notices_one on ticket_notices (user_id, ticket_id, kind) where kind <> 'mention' and read_at is null;
create index ticket_notices_at on ticket_notices (at);
comment on table ticket_notices is 'What somebody is told: each mention, and of a ticket that they follow one line that counts what is new.';
