"""Faster replacements for functions of third-party packages, one module per patch; for the worker.

`originals.json` lists, for each patch, the versions for which it was tested and hashes of the original code. If the
original code is different, the patch is not applied: the third-party code then gives the same answer more slowly, and
a note reports it. The environment variable ``FERRYPLAN_PATCHES=off`` turns all patches off.

The modules in import order; each imports only modules above it:

`guard`                           the checks whether a patch may be applied, and the switch that turns all patches off
`pyperplan_grounding`             pyperplan: operators by joins over the static preconditions
`pyperplan_successors`            pyperplan: applicable operators by a tree of preconditions
`unified_planning_initial_values` unified-planning: initial states without the false facts
`unified_planning_engines`        unified-planning: import of the requested engine only, not of all installed engines
`unified_planning_configspace`    unified-planning: start without ConfigSpace (which imports scipy.stats) and networkx

`ferryplan.planner.engines.worker_process` also replaces a function, to keep child processes in the worker's process
group. It is not a patch in this sense: it changes no third-party package, and it does not serve speed.
"""
