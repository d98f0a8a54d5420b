"""Renders task files of the lm-eval package with the package itself, on synthetic rows.

usage: render_lm_eval.py TASKS_LIST OUT COUNT SEED

TASKS_LIST has one path of a task file a line. Tasks are taken in random order until COUNT of them
rendered. For each, OUT gets one JSON line: the file, the rows by split, the number of shots and the
requests (context, continuation or null). Tasks whose rows cannot be guessed are counted on stderr.
The package itself is imported from PYTHONPATH; data sets and metrics are never fetched.
"""

import json
import random
import re
import signal
import sys

import importlib.abc
import importlib.machinery
from unittest import mock

import jinja2
import jinja2.meta


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for packages that are not installed: the prompts need none of them."""

    def find_spec(self, name, path=None, target=None):
        return None if name.split(".")[0] in ("lm_eval", "jinja2", "yaml") else importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = mock.MagicMock(name=spec.name)
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


sys.meta_path.append(Absent())

import lm_eval.api.task as task_module  # noqa: E402
from lm_eval.tasks._yaml_loader import load_yaml  # noqa: E402

task_module.get_metric = lambda *_: None
task_module.get_metric_aggregation = lambda *_: next(iter(task_module.AGGREGATION_REGISTRY.values()))
task_module.get_aggregation = lambda *_: None
task_module.is_higher_better = lambda *_: True
ENV = jinja2.Environment()
WORDS = "amber basil cedar delta ember fjord grove heath inlet jetty".split()


class Rows(list):
    """As much of a data set as process_docs needs."""

    def map(self, change, **_):
        return Rows({**row, **(change(dict(row)) or {})} for row in self)

    def filter(self, keep, **_):
        return Rows(row for row in self if keep(row))

    def select(self, positions):
        return Rows(self[i] for i in positions)

    def shuffle(self, *_, **__):
        return self

    @property
    def features(self):
        return {key: None for key in (self[0] if self else {})}


class Probe(str):
    """A text that remembers what it is compared with."""

    seen = None

    def __eq__(self, other):
        if isinstance(other, str) and not isinstance(other, Probe):
            Probe.seen = (str.__str__(self), str(other))
        return str.__str__(self) == other

    __hash__ = str.__hash__


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


KEYS = ["doc_to_text", "doc_to_target", "doc_to_choice", "description", "gen_prefix"]


def columns(config, source):
    """Names of the columns a task reads: from its templates and from the text of its functions."""
    names, plain = set(), set()
    fewshot = config.get("fewshot_config") or {}
    for holder in (config, fewshot):
        for key in KEYS:
            for text in strings(holder.get(key)):
                try:
                    names |= jinja2.meta.find_undeclared_variables(ENV.parse(text))
                except jinja2.TemplateError:
                    pass
                if re.fullmatch(r"\w[\w -]*", text) and isinstance(holder.get(key), str):
                    plain.add(text)
    for name in re.findall(r"""(?:doc|row|x|example|sample|line|out_doc)\[["']([^"'\]]+)["']\]""", source):
        names.add(name)
    for name in re.findall(r"""example\[f["']option_\{i\}["']\]""", source):
        names |= {f"option_{i}" for i in range(10)}
    names |= {name for name in plain if name not in ("True", "False")}
    return names - {"range", "loop", "namespace", "dict"}


def usage(config, source):
    text = " ".join(t for key in KEYS for t in strings(config.get(key)))
    fewshot = config.get("fewshot_config") or {}
    return text + " " + " ".join(t for key in KEYS for t in strings(fewshot.get(key))) + " " + source


def value_of(name, text, style, rng):
    """A value for a column: what the templates do with it says of which kind."""
    n = re.escape(name)
    word = lambda: " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 4)))
    listed = re.search(rf"\bin {n}\b|{n}\s*\|\s*(join|length|list)|{n}\[\d|len\(doc\[.{n}|{n}\.index|enumerate\(doc\[.{n}", text)
    nested = re.search(rf"{n}\.(?!strip|split|replace|lower|upper|index|lstrip|rstrip|capitalize|title|join|format|rsplit|startswith|endswith|items|keys|values|get)(\w+)", text)
    keyed = re.search(rf"""{n}\[["'](\w+)["']\]""", text)
    if name in ("choices", "options", "endings", "candidates", "multiple_choice_targets", "mc1_targets_choices",
                "mc2_targets_choices", "upos", "tokens", "answers", "targets"):
        listed = True
    if re.fullmatch(r"(label|gold|cop|answer_idx|answer_index|correct_answer_num|target_idx|idx|index|goal|correct)s?", name):
        return rng.randint(0, 1) if style != 1 else rng.choice("AB")
    if name in ("answer", "answerKey", "Answer", "answer_key", "target", "Answer Key", "answer_label"):
        return [rng.randint(0, 1), rng.choice("ABCD"), word(), [word()], str(rng.randint(1, 2))][style % 5]
    if nested and style != 3:
        inner = set(re.findall(rf"{n}\.(\w+)", text))
        return {key: [word() for _ in range(4)] if key in ("text", "choices", "label", "labels") else word() for key in sorted(inner)}
    if keyed and style != 3:
        inner = set(re.findall(rf"""{n}\[["'](\w+)["']\]""", text))
        return {key: [word() for _ in range(4)] if key in ("text", "choices", "label", "labels") else word() for key in sorted(inner)}
    if name == "upos":
        return [rng.randint(0, 17) for _ in range(4)]
    if listed:
        return [word() for _ in range(4)]
    return word() + rng.choice(["", ".", " ", "\n", "?", " é", " 'x'"])


def rows_for(names, text, style, rng, fixed, count, lists=()):
    return [
        {
            name: fixed[name] if name in fixed else [rng.choice(WORDS) + str(i) for i in range(4)] if name in lists else value_of(name, text, style, rng)
            for name in sorted(names)
        }
        for _ in range(count)
    ]


def render(path, rng):
    config = {k: v for k, v in load_yaml(path).items() if k not in ("tag", "group", "task_list")}
    source = ""
    for value in [*config.values(), *(config.get("fewshot_config") or {}).values()]:
        code = getattr(value, "func", value)
        if callable(code) and hasattr(code, "__code__"):
            source += open(code.__code__.co_filename, encoding="utf-8").read()
    names, text = columns(config, source), usage(config, source)
    splits = {config.get(k) for k in ("training_split", "validation_split", "test_split", "fewshot_split")}
    splits |= {(config.get("fewshot_config") or {}).get("split")}
    splits -= {None}
    if config.get("custom_dataset") or not splits:
        raise ValueError("no splits")
    lists = {v for v in (config.get("doc_to_choice"), "choices" if "greekmmlu" in path else None) if isinstance(v, str) and "{" not in v}
    error = None
    for style in range(5):
        fixed = {}
        for _ in range(3):
            try:
                if callable(config.get("process_docs")):
                    Probe.seen = None
                    probe = rows_for(names, text, style, random.Random(1), fixed, 1, lists)
                    try:
                        config["process_docs"](Rows({k: Probe(v) if isinstance(v, str) and k not in fixed else v for k, v in row.items()} for row in probe))
                    except Exception:
                        pass
                    if Probe.seen is not None:
                        for key, value in probe[0].items():
                            if value == Probe.seen[0]:
                                fixed[key] = Probe.seen[1]
                data = {s: Rows(rows_for(names, text, style, rng, fixed, 6, lists)) for s in sorted(splits)}
                return config, data, requests(config, data)
            except Exception as one:  # noqa: BLE001
                error = one
    raise error


def requests(config, data):
    class Task(task_module.ConfigurableTask):
        def download(self, *_, **__):
            self.dataset = data

    task = Task(config=json_free(config))
    task.set_fewshot_seed(1234)
    shots = 0 if config.get("num_fewshot") == 0 else 2
    out = []
    for doc in list(task.eval_docs)[:3]:
        prefix = task.doc_to_prefix(doc)
        context = "" if task.OUTPUT_TYPE == "loglikelihood_rolling" else task.fewshot_context(doc, shots, gen_prefix=prefix)
        made = task.construct_requests(doc, context)
        for one in made if isinstance(made, list) else [made]:
            args = one.args
            if task.OUTPUT_TYPE == "generate_until":
                out.append([args[0], None])
            elif task.OUTPUT_TYPE == "loglikelihood_rolling":
                out.append([args[0], None])
            else:
                out.append([args[0], args[1]])
    if not out or not all(isinstance(a, str) and isinstance(b, (str, type(None))) for a, b in out):
        raise ValueError("no requests of text")
    return shots, out


def json_free(config):
    import copy

    return {k: v if callable(v) else copy.deepcopy(v) for k, v in config.items()}


def main():
    listing, out, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    paths = [line.strip() for line in open(listing, encoding="utf-8") if line.strip()]
    rng.shuffle(paths)
    done, skipped = 0, {}
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError()))
    with open(out, "w", encoding="utf-8") as sink:
        for path in paths:
            if done >= count:
                break
            try:
                signal.alarm(20)
                config, data, (shots, made) = render(path, rng)
                line = json.dumps({"path": path, "shots": shots, "splits": data, "requests": made}, ensure_ascii=False)
                signal.alarm(0)
            except Exception as error:  # noqa: BLE001
                signal.alarm(0)
                key = type(error).__name__ + ": " + str(error)[:60]
                skipped[key] = skipped.get(key, 0) + 1
                continue
            sink.write(line + "\n")
            done += 1
    print(json.dumps({"rendered": done, "skipped": sum(skipped.values()), "why": skipped}, ensure_ascii=False), file=sys.stderr)


main()
