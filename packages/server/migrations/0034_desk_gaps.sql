-- Lists by priority and by number. Ranks of priorities change, so a page by priority is merged from the runs of each
-- priority, as it is from those of each department and status.
create index tickets_priority on tickets (department_id, status, priority_id, id);
create index tickets_number_order on tickets (department_id, status, (lpad(number, 20, '0')) collate "C", id);
