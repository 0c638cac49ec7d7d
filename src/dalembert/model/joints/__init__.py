"""Joints, one file each: how a child frame may move relative to a parent frame."""
