-- Numbers may have a prefix and a date before their counter. Lists by number go by the counter, whatever stands before it.
drop index tickets_number_order;
create index tickets_number_order on tickets
  (department_id, status, (lpad(substring(number from '[0-9]+$'), 20, '0')) collate "C", id);
