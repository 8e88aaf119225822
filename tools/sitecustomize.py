# SPDX-License-Identifier: BSD-2-Clause
#
# For pyflow -c: Python 3.11 fires function-entry only in threads that have a profile function. This one is written in
# C, accepts all arguments and has no effect. Then the program's own sitecustomize, if any, is loaded.
import os
import sys
import threading

own = sys.modules.pop("sitecustomize")
here = os.path.dirname(__file__)
sys.path[:] = [each for each in sys.path if os.path.realpath(each) != os.path.realpath(here)]
try:
    import sitecustomize
except ImportError:
    sys.modules["sitecustomize"] = own
threading.setprofile("".format)
sys.setprofile("".format)
