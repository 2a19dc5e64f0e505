# Makes the candidate's files importable, as if they were in the folder that the program was started in. A line in front
# of this sets FILES, the text of each by its path.
import importlib.abc
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

FILES: dict[str, str] = globals()["FILES"]


class Files(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        stem = name.replace(".", "/")
        if f"{stem}.py" in FILES:
            return importlib.util.spec_from_loader(name, self, origin=f"{stem}.py")
        if not any(each.startswith(f"{stem}/") for each in FILES):
            return None
        return importlib.util.spec_from_loader(name, self, origin=f"{stem}/__init__.py", is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        origin = module.__spec__.origin if module.__spec__ is not None else None
        exec(compile(FILES.get(origin or "", ""), origin or "", "exec"), module.__dict__)  # noqa: S102


sys.meta_path.insert(0, Files())
