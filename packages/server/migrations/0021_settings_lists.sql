-- The lists of the settings are kept alike: versions against overwriting each other, an order, and who changed what.
alter table departments add column version int not null default 1, add column is_used boolean not null default false;
alter table ticket_types add column version int not null default 1, add column is_used boolean not null default false;
alter table categories add column version int not null default 1, add column is_used boolean not null default false,
  add column type_id bigint references ticket_types;
create index categories_type on categories (type_id) where type_id is not null;
alter table subcategories add column version int not null default 1, add column is_used boolean not null default false;
alter table caller_types add column version int not null default 1, add column is_used boolean not null default false;
alter table priorities add column version int not null default 1, add column is_used boolean not null default false;
alter table templates add column version int not null default 1, add column position int not null default 0,
  add column department_id bigint references departments;
create index templates_department on templates (department_id) where department_id is not null;
comment on column categories.type_id is 'Offered for tickets of this type only; null fits every type.';
comment on column templates.department_id is 'Offered for tickets of this department only; null fits every department.';
comment on column ticket_types.is_used is
  'A ticket has had it at some time. Stays: the time line of that ticket goes on naming it. Likewise in the other lists.';

-- Every list in the order in which it was shown so far.
update departments t set position = n.place from (select id, row_number() over (order by position, id) place from departments) n where n.id = t.id;
update ticket_types t set position = n.place from (select id, row_number() over (order by position, id) place from ticket_types) n where n.id = t.id;
update categories t set position = n.place from (select id, row_number() over (order by position, id) place from categories) n where n.id = t.id;
update subcategories t set position = n.place from (select id, row_number() over (order by position, id) place from subcategories) n where n.id = t.id;
update caller_types t set position = n.place from (select id, row_number() over (order by position, id) place from caller_types) n where n.id = t.id;
update templates t set position = n.place from (select id, row_number() over (order by name, id) place from templates) n where n.id = t.id;

-- What is in use is noted the first time: to count millions of tickets whenever a page of the settings is opened would
-- be dear, and an index on each of these columns would be paid for with every message.
create function note_used_by_new_tickets() returns trigger language plpgsql as $$
begin
  update departments set is_used = true where not is_used and id in (select department_id from new_rows);
  update ticket_types set is_used = true where not is_used and id in (select type_id from new_rows);
  update categories set is_used = true where not is_used and id in (select category_id from new_rows);
  update subcategories set is_used = true where not is_used and id in (select subcategory_id from new_rows);
  update caller_types set is_used = true where not is_used and id in (select caller_type_id from new_rows);
  update priorities set is_used = true where not is_used and id in (select priority_id from new_rows);
  return null;
end $$;
create trigger tickets_use_insert after insert on tickets
  referencing new table as new_rows for each statement execute function note_used_by_new_tickets();

create function note_used_by_ticket() returns trigger language plpgsql as $$
begin
  update departments set is_used = true where id = new.department_id and not is_used;
  update ticket_types set is_used = true where id = new.type_id and not is_used;
  update categories set is_used = true where id = new.category_id and not is_used;
  update subcategories set is_used = true where id = new.subcategory_id and not is_used;
  update caller_types set is_used = true where id = new.caller_type_id and not is_used;
  update priorities set is_used = true where id = new.priority_id and not is_used;
  return null;
end $$;
create trigger tickets_use_update after update on tickets for each row
  when (old.department_id <> new.department_id or old.priority_id <> new.priority_id
    or old.type_id is distinct from new.type_id or old.category_id is distinct from new.category_id
    or old.subcategory_id is distinct from new.subcategory_id or old.caller_type_id is distinct from new.caller_type_id)
  execute function note_used_by_ticket();

update departments set is_used = true where id in (select department_id from tickets);
update ticket_types set is_used = true where id in (select type_id from tickets);
update categories set is_used = true where id in (select category_id from tickets);
update subcategories set is_used = true where id in (select subcategory_id from tickets);
update caller_types set is_used = true where id in (select caller_type_id from tickets);
update priorities set is_used = true where id in (select priority_id from tickets);

create table list_operations (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  kind text not null,
  user_id bigint references users,
  user_name text not null,
  action text not null,
  count int not null,
  undoes bigint references list_operations,
  undone_by bigint references list_operations
);
create index list_operations_kind on list_operations (kind, id desc);
comment on table list_operations is 'What was done to the lists of the settings, one row each time, however many rows it concerned.';
comment on column list_operations.user_name is 'As it was then.';
comment on column list_operations.undoes is 'The operation that this one took back.';

create table list_changes (
  operation_id bigint not null references list_operations on delete cascade,
  kind text not null,
  row_id bigint not null,
  name text not null,
  version int,
  before jsonb,
  after jsonb,
  primary key (operation_id, row_id)
);
create index list_changes_row on list_changes (kind, row_id, operation_id desc);
comment on table list_changes is 'What an operation did to a row; only the fields that changed.';
comment on column list_changes.version is 'The version that the row had afterwards; null when it was deleted or only moved.';
comment on column list_changes.before is 'Null: the row was new.';
comment on column list_changes.after is 'Null: the row was deleted; before then holds all of it.';
