-- Whose the open tickets are: few rows beside all there ever were.
create index tickets_owned on tickets (assignee_id) where status in ('open', 'pending', 'on_hold') and assignee_id is not null;
