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
