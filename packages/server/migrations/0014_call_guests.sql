-- Guests of a call wait until somebody inside lets them in; whom an owner puts out stays out.
create table call_rulings (
  call_id bigint not null references calls on delete cascade,
  identity text not null,
  ruling text not null check (ruling in ('admitted', 'removed')),
  ruled_by text not null,
  ruled_at timestamptz(3) not null default now(),
  primary key (call_id, identity)
);
comment on table call_rulings is 'Whom an owner of a call let in or put out last: it holds for whoever comes back with the same token.';
comment on column call_rulings.identity is 'Who in the room, as in call_people.';
comment on column call_rulings.ruled_by is 'The owner, as named in the room.';

create table call_rights (
  call_id bigint not null references calls on delete cascade,
  identity text not null,
  permissions jsonb not null,
  primary key (call_id, identity)
);
comment on table call_rights is 'What somebody may do in a call, where an owner changed it: it holds when they come in anew.';

alter table call_people drop constraint call_people_role_check;
alter table call_people
  add constraint call_people_role_check check (role in ('customer', 'agent', 'guest'));
comment on column call_people.role is 'A guest was invited into the call; it ends when the customer or the agent is gone, not when a guest is.';
