"""Tests that need JupyterLab and a browser."""
