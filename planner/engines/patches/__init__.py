"""What is exchanged, for speed, inside third parties: a module for each patch; for the worker.

`originals.json` says for which versions each patch was tested, and what the code that it exchanges looks like. What is found to be
different there is left alone: then the third party's own way gives the same answer, later, and a note says so.
``FERRYPLAN_PATCHES=off`` in the environment leaves all as it is.

In this order, each imports only what stands before it:

`guard`                           a patch's versions and what it expects; what stands aside; the switch
`pyperplan_grounding`             pyperplan: operators by joins over the static preconditions
`pyperplan_successors`            pyperplan: applicable operators by a tree of preconditions
`unified_planning_initial_values` unified-planning: an initial state without the facts that are false
`unified_planning_engines`        unified-planning: the engine that is asked for, without the others that are installed
`unified_planning_configspace`    unified-planning: a start without ConfigSpace, which brings in scipy.stats, and networkx

`subprocess.Popen` is held to the worker's process group by `ferryplan.planner.engines.process`: that is no third party's inside, and not for speed.
"""
