-- Who last started a check or a run of the file: they can't set the terms of their own vehicles. Null: who sent it.
alter table vehicle_import add column begun_by uuid;
