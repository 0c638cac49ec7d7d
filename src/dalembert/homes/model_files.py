"""Models beyond `da.load` and `da.save`: all of a file, files to begin with, their schema, tables of robots."""

from dalembert.files.dh_tables import from_dh as from_dh
from dalembert.files.laws_of_time import law_of_time as law_of_time
from dalembert.files.mesh_bodies import body_from_mesh as body_from_mesh
from dalembert.files.model_file import read as read
from dalembert.files.model_file import start_state as start_state
from dalembert.files.model_file import starter as starter
from dalembert.files.model_reader import ModelFile as ModelFile
from dalembert.files.model_schema import schema as schema
