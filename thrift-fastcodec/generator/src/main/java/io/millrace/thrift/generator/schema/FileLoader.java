package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.Header;
import io.millrace.thrift.generator.syntax.IdlParser;
import io.millrace.thrift.generator.syntax.Problems;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds and parses files and what they include, each once. */
final class FileLoader {
    private final IdlSources sources;
    private final Problems problems;
    private final Map<String, LoadedFile> files = new LinkedHashMap<>();
    private final Deque<LoadedFile> open = new ArrayDeque<>();

    FileLoader(IdlSources sources, Problems problems) {
        this.sources = sources;
        this.problems = problems;
    }

    private interface Search {
        Optional<IdlSource> find() throws IOException;
    }

    /** The files and all that they include, the included before the including. */
    List<LoadedFile> load(Collection<String> roots) {
        for (String root : roots) {
            load(IdlPosition.of(root), root, () -> sources.find(root));
        }
        while (!open.isEmpty() && !problems.isFull()) {
            loadIncluded(open.removeFirst());
        }
        return DependencyOrder.of(
                files.values(),
                file -> file.included().stream().map(LoadedFile.Included::file).toList(),
                this::reportCycle);
    }

    private void loadIncluded(LoadedFile file) {
        for (Header header : file.tree().headers()) {
            if (header instanceof Header.Include include) {
                LoadedFile found =
                        load(include.position(), include.path(), () -> sources.find(file.source(), include.path()));
                if (found != null) {
                    file.include(include, found);
                }
            }
        }
    }

    private @Nullable LoadedFile load(IdlPosition position, String path, Search search) {
        try {
            Optional<IdlSource> source = search.find();
            if (source.isEmpty()) {
                problems.report(Kind.FILE, position, "file not found: " + path);
                return null;
            }
            return parsed(position, source.get());
        } catch (IOException unreadable) {
            problems.report(Kind.FILE, position, "file cannot be read: " + path + " (" + unreadable + ")");
            return null;
        }
    }

    private @Nullable LoadedFile parsed(IdlPosition position, IdlSource source) {
        LoadedFile known = files.get(source.key());
        if (known != null) {
            return known;
        }
        if (files.size() == SchemaLimits.FILES) {
            problems.report(Kind.LIMIT, position, "too many files (expected: <= " + SchemaLimits.FILES + ")");
            return null;
        }
        LoadedFile file = new LoadedFile(source, IdlParser.parse(source.text(), problems));
        files.put(source.key(), file);
        open.addLast(file);
        return file;
    }

    private void reportCycle(List<LoadedFile> circle) {
        LoadedFile last = circle.get(circle.size() - 2);
        LoadedFile first = circle.get(circle.size() - 1);
        List<String> names = circle.stream().map(file -> file.source().file()).toList();
        problems.report(Kind.CYCLE, positionOfInclude(last, first), "include cycle: " + Circle.of(names));
    }

    private static IdlPosition positionOfInclude(LoadedFile from, LoadedFile to) {
        for (LoadedFile.Included included : from.included()) {
            if (included.file() == to) {
                return included.position();
            }
        }
        return IdlPosition.of(from.source().file());
    }
}
