-- What each row of a file made, so that an import can be undone: the results of a later run of the same file don't replace it.
alter table vehicle_import_row
  -- 'made': its vehicle; 'changed': a vehicle that was here already, or its draft lot.
  add column effect text constraint vehicle_import_row_effect_check check (effect in ('made', 'changed')),
  -- The lot it entered. Not a foreign key: lots leave run lists without asking imports.
  add column lot_id uuid;
-- Vehicles that an undone import made are deleted.
create index vehicle_import_row_vehicle_id_idx on vehicle_import_row (vehicle_id) where vehicle_id is not null;
-- A cascade touches the history of every vehicle that is deleted, and history refuses that even if there's none of it. A vehicle with
-- corrections can't be deleted; the demo deletes those of its invented vehicles first.
alter table vehicle_correction drop constraint vehicle_correction_vehicle_id_fkey;
alter table vehicle_correction add constraint vehicle_correction_vehicle_id_fkey foreign key (vehicle_id) references vehicle (id);
