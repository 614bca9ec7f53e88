-- What a dry run of an import has come by so far: it stores no customer, and a file may have any length.
create table customer_import_marks (
  import_id bigint not null,
  mark bigint not null,
  primary key (import_id, mark)
);
comment on table customer_import_marks is 'Addresses on the lines that were looked at, a hash of each; gone when the dry run is over. No foreign key: it would be asked for every one of them.';
