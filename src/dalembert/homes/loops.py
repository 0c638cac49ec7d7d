"""The loop language: native routines of your own, recorded by running Python text once."""

from dalembert.native.native import NativeProcedure as NativeProcedure
from dalembert.procedures.language import Code as Code
