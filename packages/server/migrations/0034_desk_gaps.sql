-- Lists by priority and by number. Ranks of priorities change, so a page by priority is merged from the runs of each
-- priority, as it is from those of each department and status.
create index tickets_priority on tickets (department_id, status, priority_id, id);
create index tickets_number_order on tickets (department_id, status, (lpad(number, 20, '0')) collate "C", id);

-- Macros may give a ticket to one person.
create view report_people as select id, fullname as name, is_active from users;
comment on view report_people is 'Who works here, or did, for lists of the settings that name people.';
alter table macros add column assign_to_id bigint references users;
alter table macros add constraint macros_one_assignee check (assignee is null or assign_to_id is null);
comment on column macros.assign_to_id is 'Who gets the ticket, where it is not whoever runs it.';

create table customer_settings (
  user_id bigint primary key references users on delete cascade,
  columns text[]
);
comment on table customer_settings is 'How somebody has set up the table of customers. Null: the columns that it comes with.';

-- What an import did to whom, so that it can be taken back.
create table customer_import_rows (
  import_id bigint not null references customer_imports on delete cascade,
  customer_id bigint not null,
  version int not null,
  before jsonb,
  identities bigint[] not null default '{}',
  outcome text check (outcome in ('removed', 'restored', 'has_tickets', 'changed_since')),
  primary key (import_id, customer_id)
);
create index customer_import_rows_waiting on customer_import_rows (import_id, customer_id) where outcome is null;
comment on column customer_import_rows.version is 'Of the customer after the import: whoever changed them since is not overruled.';
comment on column customer_import_rows.before is 'What was replaced; null: the import made this customer.';
comment on column customer_import_rows.identities is 'Addresses that a customer got who was there already.';
comment on column customer_import_rows.outcome is 'Of taking it back. Written with it, so that each is done once.';
alter table customer_imports add column applied_at timestamptz(3);
alter table customer_imports add column undone_at timestamptz(3);

-- Whose they are is asked when customers are merged, or go; so is every row that refers to one that goes.
create index calls_customer on calls (customer_id) where customer_id is not null;
create index livechat_visitors_customer on livechat_visitors (customer_id) where customer_id is not null;
create index customer_merges_source on customer_merges (source_id);
create index customer_merges_into on customer_merges (target_id);
